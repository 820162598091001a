import type { SiteInfo } from '../core/page.ts'

const DRAWN = 'Wątek'

type LogoProps = { site: Pick<SiteInfo, 'name' | 'logo' | 'icon'> }

export function Logo({ site: { name, logo, icon } }: LogoProps) {
  if (logo !== null || icon !== null) return <Uploaded {...{ name, logo, icon }} />
  return (
    <>
      <svg className="logo logo__mark" viewBox="0 0 32 32" fill="none" aria-hidden>
        <path d="M4 7.5 10 21.5 16 9.5 22 21.5 28 7.5" className="logo__ink" />
        <path d="M22 21.5c-3.4 1.4-4.2 6 .6 6h3.2" className="logo__thread" />
        <circle cx="28.2" cy="27.4" r="2.1" className="logo__knot" />
      </svg>
      {name === DRAWN ? (
        <svg className="logo logo__word" viewBox="0 0 108 40" fill="none" aria-hidden>
          <g className="logo__ink">
            <path d="M3 7 10.2 28 17.4 10.5 24.6 28 31.8 7" />
            <path d="M51 14.2V28M51 21a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z" />
            <path d="M60.5 8v15.4c0 3.1 1.6 4.6 4.4 4.6h1.3M56 14.4h10" />
            <path d="M72 21h13.9a7 7 0 1 0-2.1 5.1" />
            <path d="M93 5v23M102.6 14.2 93.4 22.4M96.4 19.8 103.4 28" />
          </g>
          <path d="M51 28c-5.2 1.6-5.6 8 .8 8 7.6 0 13.4-2.6 20.6-2.6S87 36.2 99 34.2" className="logo__thread" />
          <circle cx="102.4" cy="33.8" r="2.5" className="logo__knot" />
        </svg>
      ) : (
        <span className="logo__name" aria-hidden>
          {name}
        </span>
      )}
    </>
  )
}

/** The logo is hidden from assistive technology, because the link around it already has the name. */
function Uploaded({ name, logo, icon }: LogoProps['site']) {
  return (
    <>
      <img
        className="logo logo__mark logo__picture"
        src={icon === null ? (logo ?? '') : `/icons/icon-192.png?v=${icon}`}
        alt=""
        width={32}
        height={32}
      />
      {logo === null ? (
        <span className="logo__name" aria-hidden>
          {name}
        </span>
      ) : (
        <img className="logo logo__word logo__picture" src={logo} alt="" />
      )}
    </>
  )
}
