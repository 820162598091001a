import { Suspense } from 'react'
import { lazyPart } from '#site/core/lazy-part.ts'
import { useInstallPrompt } from './install-store.ts'

const InstallCard = lazyPart(() => import('./InstallCard.tsx'))

/** Offers to install the site once, on the third visit, if the browser supports it. */
export function InstallOffer() {
  const prompt = useInstallPrompt()
  return (
    prompt && (
      <Suspense>
        <InstallCard prompt={prompt} />
      </Suspense>
    )
  )
}
