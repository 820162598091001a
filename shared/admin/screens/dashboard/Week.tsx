import { PAGE } from '#shared/limits.ts'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { useAdmin } from '../../kit/context.ts'
import { barWidth, dayName, type Day } from './days.ts'

export function Week({ days }: { days: readonly Day[] | null }) {
  const { t, lang } = useAdmin()
  const text = t.dashboard.day
  return (
    <ul className="activity">
      {days === null &&
        Array.from({ length: PAGE.chartDays }, (_, at) => (
          <li key={at} className="activity__day">
            <Skeleton width={3} />
            <Skeleton />
          </li>
        ))}
      {days?.map((day) => (
        <li key={day.date} className="activity__day">
          <time dateTime={day.date} title={day.date}>
            {dayName(day.date, lang)}
          </time>
          <span className="activity__counts">
            <span>{text.users(day.users)}</span>
            <span>{text.posts(day.posts)}</span>
            <span>{text.comments(day.comments)}</span>
            <span>{text.streams(day.streams)}</span>
          </span>
          <svg className="activity__bar" aria-hidden>
            <rect width={`${barWidth(day)}%`} height="100%" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
