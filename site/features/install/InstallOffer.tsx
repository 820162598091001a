import { lazy, Suspense } from 'react'
import { useInstallPrompt } from './install-store.ts'

const InstallCard = lazy(() => import('./InstallCard.tsx'))

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
