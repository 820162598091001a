import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { bridge } from './bridge.ts'
import { Console } from './Console.tsx'
import './console.css'

createRoot(document.getElementById('root')!).render(<StrictMode><Console first={await bridge.state()} /></StrictMode>)
