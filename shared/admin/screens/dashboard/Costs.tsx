import type { CostEstimate, Costs as CostNumbers } from '#shared/api/costs.ts'
import { formatNumber, type Lang } from '#shared/i18n/plural.ts'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { TableWrap } from '#shared/ui/Table.tsx'
import { useAdmin } from '../../kit/context.ts'
import { LoadFailure } from '../../kit/LoadFailure.tsx'
import type { Loaded } from '../../kit/useLoaded.ts'
import { formatSize } from '#shared/i18n/size.ts'

const decimals = (lang: Lang, value: number) =>
  new Intl.NumberFormat(lang === 'pl' ? 'pl-PL' : 'en-GB', { maximumFractionDigits: 2 }).format(value)

const ROWS = {
  cores: (lang: Lang, { cores }: CostNumbers) => decimals(lang, cores),
  memory: (lang: Lang, { memory_bytes }: CostNumbers) => formatSize(lang, memory_bytes),
  disk: (lang: Lang, { disk_bytes_per_month }: CostNumbers) => formatSize(lang, disk_bytes_per_month),
  traffic: (lang: Lang, { traffic_bytes_per_day }: CostNumbers) => formatSize(lang, traffic_bytes_per_day),
  mails: (lang: Lang, { mails_per_day }: CostNumbers) => formatNumber(lang, Math.round(mails_per_day)),
}

export function Costs({ loaded }: { loaded: Loaded<{ estimate: CostEstimate | null }> }) {
  const { t } = useAdmin()
  return (
    <>
      <LoadFailure loaded={loaded} />
      {loaded.data === null ? (
        <Skeleton kind="block" />
      ) : loaded.data.estimate === null ? (
        <p className="stat__note">{t.dashboard.costs.none}</p>
      ) : (
        <Estimate estimate={loaded.data.estimate} />
      )}
    </>
  )
}

function Estimate({ estimate }: { estimate: CostEstimate }) {
  const { t, lang } = useAdmin()
  const text = t.dashboard.costs
  const { measured, disk, growth_bytes_per_month: growth } = estimate
  const columns = [estimate.now, estimate.per_1000]
  const day = (time: string) => time.slice(0, 10)
  return (
    <>
      <TableWrap label={text.title}>
        <table className="table">
          <caption className="visually-hidden">{text.title}</caption>
          <thead>
            <tr>
              <th scope="col">{text.what}</th>
              <th scope="col" className="table__end">
                {text.now}
              </th>
              <th scope="col" className="table__end">
                {text.per1000}
              </th>
            </tr>
          </thead>
          <tbody>
            {(Object.keys(ROWS) as (keyof typeof ROWS)[]).map((row) => (
              <tr key={row}>
                <th scope="row">{text.rows[row]}</th>
                {columns.map((costs, at) => (
                  <td key={at} className="table__end num">
                    {ROWS[row](lang, costs)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
      <p className="stat__note">
        {growth === null ? text.growthUnknown : text.growth(formatSize(lang, growth))}{' '}
        {text.disk(formatSize(lang, disk.free), formatSize(lang, disk.total))}{' '}
        {disk.full_at === null ? text.neverFull : text.full(day(disk.full_at))}
      </p>
      <p className="stat__note">
        {text.measured(
          formatNumber(lang, measured.hours),
          day(measured.since),
          formatNumber(lang, Math.round(measured.members)),
        )}
        {!measured.has_database && ` ${text.withoutDatabase}`}
      </p>
    </>
  )
}
