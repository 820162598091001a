/** Types of a single icon's module. The package itself declares its icons only as one large module. */
declare module 'lucide/dist/esm/icons/*' {
  const shapes: import('./Icon.tsx').IconShapes
  export default shapes
}
