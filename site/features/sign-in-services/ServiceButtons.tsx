import type { SiteApi } from '#shared/api/public.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Notice } from '#shared/ui/Notice.tsx'

export type Ways = Awaited<ReturnType<SiteApi['signInServices']['list']>>

/** Plain links, because they leave the site. */
export function ServiceButtons({ ways: { services, oidc_only }, next }: { ways: Ways; next: string }) {
  const text = useTexts('signInServices')
  if (services.length === 0) return oidc_only && <Notice kind="warning">{text.none}</Notice>
  return (
    <section className="services" aria-label={text.list}>
      <p className="services__or">{oidc_only ? text.only : text.or}</p>
      {services.map(({ service, name }) => (
        <a
          key={service}
          className={buttonClass(oidc_only ? 'primary' : 'secondary', 'large', true)}
          href={paths.signInWith(service, next)}
          rel="nofollow">
          {text.with(name)}
        </a>
      ))}
    </section>
  )
}
