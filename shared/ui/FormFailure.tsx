import { Notice } from './Notice.tsx'

/** Shows the reason why a form was not sent. Renders nothing if there is no reason. */
export function FormFailure({ text }: { text: string | null | undefined }) {
  if (text == null) return null
  return (
    <Notice kind="danger" role="alert">
      {text}
    </Notice>
  )
}
