import { useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { hueOf, initialOf } from './initial.ts'

type AvatarProps = { name: string; size?: 's' | 'm' | 'l'; square?: boolean; src?: string | null }

export function Avatar({ name, size = 's', square = false, src }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={classNames('avatar', size !== 's' && `avatar--${size}`, square && 'avatar--square')}
      data-hue={hueOf(name)}>
      {src ? <AvatarPicture src={src} initial={initialOf(name)} /> : initialOf(name)}
    </span>
  )
}

function AvatarPicture({ src, initial }: { src: string; initial: string }) {
  const image = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    // The image may have failed before hydration.
    setFailed(image.current?.complete === true && image.current.naturalWidth === 0)
  }, [src])

  if (failed) return initial
  return (
    <img ref={image} src={src} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setFailed(true)} />
  )
}
