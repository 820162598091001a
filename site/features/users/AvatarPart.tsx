import { useRef, useState } from 'react'
import { formPath } from '#shared/rules/forms.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { failureText, hasOwnToast } from '#site/core/call-failed.ts'
import { setOwnAvatar } from '#site/core/own-avatar.ts'
import { CallForm, FormFields, withScripts } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { fileProblem } from '#site/features/uploads/file-problem.ts'
import { FileField, FileInput } from '#site/features/uploads/upload-parts.tsx'
import { Outcome } from '../settings/Outcome.tsx'
import { SettingsPart } from '../settings/SettingsFrame.tsx'
import type { AvatarCropper } from './AvatarCropper.tsx'

type Cropping = { View: typeof AvatarCropper; picture: ImageBitmap }

export function AvatarPart({ username, avatar_url }: { username: string; avatar_url: string | null }) {
  const { api, t } = useSite()
  const text = useTexts('settings').avatar
  const input = useRef<HTMLInputElement>(null)
  const choice = useRef<HTMLButtonElement>(null)
  const [url, setUrl] = useState(avatar_url)
  const [cropping, setCropping] = useState<Cropping | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function run(work: () => Promise<void>, fallback: string): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setDone(null)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (!hasOwnToast(error)) setFailure(failureText(error, fallback))
    } finally {
      setBusy(false)
    }
  }

  function show(saved: string | null, sentence: string): void {
    setUrl(saved)
    setOwnAvatar(saved)
    setDone(sentence)
  }

  const crop = (file: File) =>
    run(async () => {
      const problem = fileProblem('image', file, t.uploads)
      if (problem !== null) return setFailure(problem)
      const [{ AvatarCropper: View }, { readPicture }] = await Promise.all([
        import('./AvatarCropper.tsx'),
        import('./picture.ts'),
      ])
      const picture = await readPicture(file)
      if (picture) setCropping({ View, picture })
      else setFailure(text.unreadable)
    }, text.openFailed)

  const remove = () =>
    run(async () => {
      await api.users.editMe({ avatar_url: null })
      show(null, text.removed)
      // The clicked button is removed, so the focus moves.
      choice.current?.focus()
    }, text.removeFailed)

  return (
    <SettingsPart title={text.title} lead={text.lead}>
      <div className="avatar-part">
        <Avatar name={username} size="l" src={avatarOf(url, 256)} />
        <div className="avatar-part__actions">
          <Button ref={choice} className="needs-js" busy={isBusy} onClick={() => input.current?.click()}>
            {url === null ? text.choose : text.change}
          </Button>
          {url !== null && (
            <CallForm call="users.editMe" fields={{ avatar_url: '' }}>
              <Button type="submit" variant="quiet" busy={isBusy} onClick={withScripts(remove)}>
                {text.remove}
              </Button>
            </CallForm>
          )}
        </div>
        <p className="avatar-part__hint">{text.formats}</p>
      </div>
      <PlainAvatarForm />
      <FileInput ref={input} accept="image/jpeg,image/png,image/webp,image/gif" onFile={(file) => void crop(file)} />
      <Outcome done={done} failure={failure} />
      {cropping && (
        <cropping.View
          picture={cropping.picture}
          onCancel={() => setCropping(null)}
          onSaved={(me) => {
            setCropping(null)
            show(me.avatar_url, text.saved)
          }}
        />
      )}
    </SettingsPart>
  )
}

/** Without JavaScript the picture is first uploaded and shown, then saved; the avatar is the square in its middle. */
function PlainAvatarForm() {
  const text = useTexts('settings').avatar
  const { failed_form: sent, viewer } = useSite()
  const url = sent?.call === 'users.editMe' ? sent.values.avatar_url : undefined
  const isTaken = typeof url === 'string' && url !== ''
  return (
    <noscript>
      <form className="form" method="post" action={formPath('users.editMe')} encType="multipart/form-data">
        <FormFields />
        {isTaken && (
          <>
            <Avatar name={viewer?.username ?? ''} size="l" src={url} />
            <input type="hidden" name="avatar_url" value={url} />
            <div className="form__actions">
              <Button type="submit" variant="primary">
                {text.save}
              </Button>
            </div>
          </>
        )}
        <FileField kind="image" name="avatar_url" />
      </form>
    </noscript>
  )
}
