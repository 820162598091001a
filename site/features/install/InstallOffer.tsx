import { lazy, Suspense } from 'react'
import { useInstallPrompt } from './install-store.ts'

const InstallCard = lazy(() => import('./InstallCard.tsx'))

/** Once, at the third visit, where the browser can install the site. */
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
