import { Notice } from './Notice.tsx'

/** Shows why a form was not sent; empty without a reason. */
export function FormFailure({ text }: { text: string | null | undefined }) {
  if (text == null) return null
  return (
    <Notice kind="danger" role="alert">
      {text}
    </Notice>
  )
}
