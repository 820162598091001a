import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { endOffer, refuseInstall, type InstallPrompt } from './install-store.ts'

export default function InstallCard({ prompt }: { prompt: InstallPrompt }) {
  const t = useTexts('offline')
  async function install(): Promise<void> {
    const { outcome } = await prompt.prompt()
    if (outcome === 'accepted') endOffer()
    else refuseInstall()
  }
  return (
    <section className="banner" aria-label={t.installTitle}>
      <Notice
        actions={
          <>
            <Button size="small" variant="primary" onClick={() => void install()}>
              {t.install}
            </Button>
            <Button size="small" variant="quiet" onClick={refuseInstall}>
              {t.notNow}
            </Button>
          </>
        }>
        <strong>{t.installTitle}.</strong> {t.installText}
      </Notice>
    </section>
  )
}
