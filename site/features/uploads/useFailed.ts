import { useEffect, useRef, useState } from 'react'

/** `failed` is also true if loading failed before hydration. */
export function useFailed<E extends HTMLImageElement | HTMLVideoElement>(hasFailed: (element: E) => boolean) {
  const ref = useRef<E>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (ref.current && hasFailed(ref.current)) setFailed(true)
  }, [hasFailed])
  return { ref, failed, fail: () => setFailed(true) }
}

export const imageFailed = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0
export const videoFailed = (video: HTMLVideoElement) =>
  video.error !== null || video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE
