import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { bridge } from './bridge.ts'
import { Console } from './Console.tsx'
import { openFirst } from './places.ts'
import './console.css'

const first = await bridge.state()
openFirst(first.place)
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Console first={first} />
  </StrictMode>,
)
