import { useAdmin } from '../../../kit/context.ts'
import { TestMail } from '../../dashboard/TestMail.tsx'

export function MailTest() {
  const { t } = useAdmin()
  return (
    <div className="setting__group">
      <h4>{t.settings.mailTest}</h4>
      <TestMail onSent={() => {}} />
    </div>
  )
}
