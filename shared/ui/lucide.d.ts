/** Types of one icon's module; the package declares its icons only as one large module. */
declare module 'lucide/dist/esm/icons/*' {
  const shapes: import('./Icon.tsx').IconShapes
  export default shapes
}
