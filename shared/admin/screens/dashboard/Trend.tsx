import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { TableWrap } from '#shared/ui/Table.tsx'
import { useAdmin } from '../../kit/context.ts'
import { dayName, type Day } from './days.ts'

/** Lines also differ by dashes, for people with colour blindness. */
const LINES = [
  { key: 'users', colour: 'var(--accent-text)', dash: undefined },
  { key: 'posts', colour: 'var(--up)', dash: '6 3' },
  { key: 'comments', colour: 'var(--down)', dash: '2 3' },
  { key: 'streams', colour: 'var(--danger-text)', dash: '10 3 2 3' },
] as const

export function Trend({ days }: { days: readonly Day[] }) {
  const { t, lang } = useAdmin()
  const text = t.dashboard
  const tick = { fill: 'var(--text-soft)', fontSize: 12 }
  return (
    <div className="trend">
      <div className="trend__chart" aria-hidden>
        <ResponsiveContainer width="100%" height="100%">
          <LineChart data={[...days]} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: -16 }}>
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis
              dataKey="date"
              tick={tick}
              stroke="var(--edge)"
              minTickGap={32}
              tickFormatter={(date: string) => dayName(date, lang, 'short')}
            />
            <YAxis
              tick={tick}
              stroke="var(--edge)"
              allowDecimals={false}
              tickFormatter={(n: number) => formatNumber(lang, n)}
            />
            <Tooltip
              isAnimationActive={false}
              labelFormatter={(date) => dayName(String(date), lang)}
              cursor={{ stroke: 'var(--edge)' }}
              contentStyle={{
                background: 'var(--tip)',
                color: 'var(--on-tip)',
                border: 0,
                borderRadius: 'var(--radius-m)',
              }}
              itemStyle={{ color: 'var(--on-tip)' }}
            />
            <Legend
              iconType="plainline"
              itemSorter={null}
              formatter={(name: string) => <span className="trend__name">{name}</span>}
            />
            {LINES.map(({ key, colour, dash }) => (
              <Line
                key={key}
                dataKey={key}
                name={text.series[key]}
                stroke={colour}
                strokeDasharray={dash}
                strokeWidth={2}
                type="linear"
                dot={false}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <TrendTable days={days} />
    </div>
  )
}

function TrendTable({ days }: { days: readonly Day[] }) {
  const { t, lang } = useAdmin()
  const text = t.dashboard
  return (
    <details className="trend__numbers">
      <summary>{text.trendTable}</summary>
      <TableWrap label={text.trend}>
        <table className="table">
          <caption className="visually-hidden">{text.trend}</caption>
          <thead>
            <tr>
              <th scope="col">{text.date}</th>
              {LINES.map(({ key }) => (
                <th key={key} scope="col" className="table__end">
                  {text.series[key]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.date}>
                <th scope="row">
                  <time dateTime={day.date}>{dayName(day.date, lang)}</time>
                </th>
                {LINES.map(({ key }) => (
                  <td key={key} className="table__end">
                    {formatNumber(lang, day[key])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableWrap>
    </details>
  )
}
