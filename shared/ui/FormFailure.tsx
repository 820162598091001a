import { Notice } from './Notice.tsx'

export function FormFailure({ text }: { text: string | null | undefined }) {
  if (text == null) return null
  return (
    <Notice kind="danger" role="alert">
      {text}
    </Notice>
  )
}
