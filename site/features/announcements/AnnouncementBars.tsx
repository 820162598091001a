import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { useText } from '#site/core/site-context.tsx'
import { useBars, type Bars } from './useBars.ts'

/** The button that closes an announcement is a form, so that it works without JavaScript. */
export function AnnouncementBars({ rendered }: { rendered: Bars }) {
  const t = useText()
  const { pathname, search } = useLocation()
  const { readOnly, announcements, close } = useBars(rendered)
  return (
    <>
      <div role="status">
        {readOnly !== null && (
          <div className="banner banner--warning">
            <Notice kind="warning">{readOnly.message || t.layout.readOnly}</Notice>
          </div>
        )}
      </div>
      {announcements.map(({ id, kind, text, lang }) => (
        <section key={id} className={`banner banner--${kind}`} aria-label={t.layout.announcement}>
          <Notice
            kind={kind}
            actions={
              <form
                method="post"
                action={paths.closeAnnouncement()}
                onSubmit={(event) => {
                  event.preventDefault()
                  close(id)
                }}>
                <input type="hidden" name="id" value={id} />
                <input type="hidden" name="next" value={pathname + search} />
                <Button type="submit" size="small" variant="quiet">
                  {t.layout.closeAnnouncement}
                </Button>
              </form>
            }>
            <span lang={lang}>{text}</span>
          </Notice>
        </section>
      ))}
    </>
  )
}
