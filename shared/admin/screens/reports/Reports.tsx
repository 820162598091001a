import { idOf } from '../../kit/id-of.ts'
import { usePlace } from '../../kit/place.ts'
import { Queue } from './queue/Queue.tsx'
import { ReportList } from './ReportList.tsx'

export function Reports() {
  const place = usePlace()
  const single = idOf(place.get('report'))
  const isList = single !== null || place.get('kind') === 'decided' || place.get('status') !== ''
  return isList ? <ReportList single={single} /> : <Queue />
}
