import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { CallForm } from '#site/core/CallForm.tsx'
import { Change } from './History.tsx'
import type { HistoryTarget, LoadedVersions } from './useVersions.ts'

type FormerTextsProps = LoadedVersions & { of: HistoryTarget; here: string }

/** The edit history as a page, for readers without JavaScript. */
export function FormerTexts({ of, versions, next_cursor, present, here }: FormerTextsProps) {
  const t = useTexts('history')
  const { post_id, comment_id, canDelete } = of
  if (versions.length === 0) return <p>{t.empty}</p>
  return (
    <>
      <ol className="history">
        {versions.map((version, at) => (
          <li key={version.id}>
            <Change from={version} to={versions[at - 1] ?? present} />
            {canDelete && (
              <details>
                <summary>{t.remove}</summary>
                <p>{t.removeText}</p>
                <CallForm
                  call={comment_id === undefined ? 'history.deletePostVersion' : 'history.deleteCommentVersion'}
                  fields={{ ...(comment_id === undefined ? { post_id } : { comment_id }), version_id: version.id }}>
                  <Button type="submit" size="small" variant="danger">
                    {t.remove}
                  </Button>
                </CallForm>
              </details>
            )}
          </li>
        ))}
      </ol>
      {next_cursor !== null && <a href={`${here}&older=${encodeURIComponent(next_cursor)}#history`}>{t.more}</a>}
    </>
  )
}
