import { hydrateRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'

hydrateRoot(document.querySelector('#root')!, <Gallery name={location.pathname.slice(1)} />)
