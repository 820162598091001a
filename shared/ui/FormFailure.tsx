import { Notice } from './Notice.tsx'

/** Why a form was not sent; nothing while there is no reason. */
export function FormFailure({ text }: { text: string | null | undefined }) {
  if (text == null) return null
  return (
    <Notice kind="danger" role="alert">
      {text}
    </Notice>
  )
}
