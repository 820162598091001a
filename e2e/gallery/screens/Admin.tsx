import { useState } from 'react'
import LogOut from 'lucide-react/icons/log-out'
import Search from 'lucide-react/icons/search'
import Trash2 from 'lucide-react/icons/trash-2'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { Pager } from '#shared/ui/Pager.tsx'
import { Table } from '#shared/ui/Table.tsx'
import { Tabs } from '#shared/ui/Tabs.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'

const tabs = ['dashboard', 'database', 'users', 'posts', 'categories', 'streams', 'reports', 'aibot'].map(id => ({ id, label: id }))
const stats = [['Użytkownicy', '1 284', '+12 w 24 h'], ['Posty', '30 117', '+48 w 24 h'], ['Społeczności', '12', '3 NSFW'], ['Zgłoszenia', '17', '5 czeka']]
const days = [['2025-11-19', 3, 11, 41, 0], ['2025-11-20', 5, 2, 1, 1], ['2025-11-21', 0, 1, 0, 0]] as const
const users = [
  { id: 1, username: 'admin', email: 'admin@example.org', karma: 120, admin: true },
  { id: 2, username: 'Grzegorz_Brzeczyszczykiewicz', email: 'grzegorz.brzeczyszczykiewicz@chrzaszczyzewoszyce.example.org', karma: 12842, admin: false },
]
const pages = { label: 'Strony', previous: 'Poprzednia', next: 'Następna', page: (n: number) => `Strona ${n}` }

/** The markup of the panel: `.admin` with `.admin__head`, tabs, and sections of `.stats`, `.activity`, `.toolbar` and tables. */
export function AdminScreen() {
  const [tab, setTab] = useState('dashboard')

  return (
    <main className="admin">
      <header className="admin__head">
        <h1 className="admin__title">Panel Administratora</h1>
        <Button variant="quiet" icon={<LogOut size={18} aria-hidden />}>Wyloguj</Button>
      </header>
      <Tabs label="Sekcje" tabs={tabs} selected={tab} onSelect={setTab}>
        <section className="admin__section">
          <h2>Przegląd</h2>
          <dl className="stats">
            {stats.map(([name, value, note]) => (
              <div className="stat" key={name}>
                <dt className="stat__name">{name}</dt>
                <dd className="stat__value">{value}</dd>
                <dd className={note === '5 czeka' ? 'stat__note stat__note--warning' : 'stat__note'}>{note}</dd>
              </div>
            ))}
          </dl>
          <h2>Ostatnie 7 dni</h2>
          <ul className="activity">
            {days.map(([date, people, posts, comments, streams]) => (
              <li className="activity__day" key={date}>
                <time dateTime={date}>{date}</time>
                <span className="activity__counts">
                  <span>{people} użytkowników</span><span>{posts} postów</span><span>{comments} komentarzy</span><span>{streams} streamów</span>
                </span>
                <svg className="activity__bar" aria-hidden>
                  <rect width={`${Math.min(100, (people + posts + comments) * 10)}%`} height="100%" />
                </svg>
              </li>
            ))}
          </ul>
          <h2>Użytkownicy</h2>
          <form className="toolbar" role="search" onSubmit={event => event.preventDefault()}>
            <Field label="Szukaj"><TextInput type="search" placeholder="nazwa lub e-mail" /></Field>
            <Button type="submit" icon={<Search size={18} aria-hidden />}>Szukaj</Button>
            <span className="toolbar__end">1–20 z 1284</span>
          </form>
          <div className="toolbar toolbar--selection">
            <span>Zaznaczono 2</span>
            <span className="toolbar__end"><Button size="small" variant="danger">Usuń zaznaczone</Button></span>
          </div>
          <Table
            caption="Użytkownicy"
            columns={[
              { key: 'id', header: 'ID', cell: row => row.id, end: true },
              { key: 'username', header: 'Nazwa', cell: row => row.username, sortable: true },
              { key: 'email', header: 'E-mail', cell: row => <div className="table__clip">{row.email}</div> },
              { key: 'karma', header: 'Karma', cell: row => row.karma.toLocaleString('pl'), end: true, sortable: true },
              { key: 'admin', header: 'Admin', cell: row => row.admin ? <span className="tag tag--accent">Admin</span> : <span className="cell--null">nie</span> },
              {
                key: 'acts', header: <span className="visually-hidden">Działania</span>, end: true,
                cell: row => (
                  <div className="table__acts">
                    <Button size="small">{row.admin ? 'Odbierz' : 'Nadaj'}</Button>
                    <IconButton label={`Usuń ${row.username}`} icon={<Trash2 size={18} aria-hidden />} />
                  </div>
                ),
              },
            ]}
            rows={users}
            rowKey={row => row.id}
            onSort={() => {}}
          />
          <Pager page={1} pageCount={65} hrefFor={page => `?page=${page}`} texts={pages} />
          <h2>Zgłoszenia</h2>
          <article className="report">
            <div>
              <p><span className="tag tag--warning">oczekuje</span> Spam i obrażanie innych</p>
              <p className="stat__note">post · zgłasza kasia_z_kuchni · 2025-11-21</p>
            </div>
            <div className="report__target">Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft</div>
            <div className="btn-row"><Button size="small" variant="primary">Rozwiąż</Button><Button size="small">Odrzuć</Button></div>
          </article>
        </section>
      </Tabs>
    </main>
  )
}
