import { useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'

function Alive({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset.alive = ''
  }, [])
  return children
}

hydrateRoot(
  document.querySelector('#root')!,
  <Alive>
    <Gallery name={location.pathname.slice(1)} />
  </Alive>,
)
