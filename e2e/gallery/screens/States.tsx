import { useEffect, useState } from 'react'
import Bookmark from 'lucide-react/icons/bookmark'
import ImageIcon from 'lucide-react/icons/image'
import Search from 'lucide-react/icons/search'
import Type from 'lucide-react/icons/type'
import Upload from 'lucide-react/icons/upload'
import Video from 'lucide-react/icons/video'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Badge } from '#shared/ui/Badge.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { Progress } from '#shared/ui/Progress.tsx'
import { Segmented } from '#shared/ui/Segmented.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { EmptyState, ErrorState } from '#shared/ui/State.tsx'
import { Table, type SortState } from '#shared/ui/Table.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useToast } from '#shared/ui/Toasts.tsx'
import { Tooltip } from '#shared/ui/Tooltip.tsx'
import { communities } from '../content.ts'
import { Frame } from '../parts/Frame.tsx'

export function StatesScreen() {
  return (
    <Frame>
      <div className="page-head"><h1 className="page-head__title">Stany</h1></div>
      <div className="sheet">
        <EmptyState
          icon={<Bookmark size={28} aria-hidden />}
          title="Nic tu jeszcze nie ma"
          text="Zapisane posty czekają tutaj, aż znajdziesz dla nich czas."
        >
          <a className={buttonClass('primary')} href="#home">Przejrzyj rozmowy</a>
        </EmptyState>
        <hr />
        <ErrorState title="Nie udało się załadować profilu" text="Sprawdź połączenie i spróbuj jeszcze raz." retryLabel="Spróbuj ponownie" onRetry={() => {}} />
        <div className="sheet__pad form">
          <Notice kind="danger" role="alert">Nie udało się wysłać wiadomości</Notice>
          <Notice kind="success">Adres potwierdzony.</Notice>
          <Notice kind="warning">Jesteś offline. To, co piszesz, nie zginie.</Notice>
        </div>
      </div>
    </Frame>
  )
}

const kinds = [
  { value: 'text', label: 'Tekst', icon: <Type size={16} aria-hidden /> },
  { value: 'image', label: 'Obraz', icon: <ImageIcon size={16} aria-hidden /> },
  { value: 'video', label: 'Wideo', icon: <Video size={16} aria-hidden /> },
] as const

/** The markup of a longer form: `.sheet > .sheet__pad > .form`. */
export function FormScreen() {
  const [kind, setKind] = useState<'text' | 'image' | 'video'>('image')

  return (
    <Frame>
      <div className="page-head"><h1 className="page-head__title">Nowy post</h1></div>
      <div className="sheet">
        <form className="sheet__pad form" onSubmit={event => event.preventDefault()}>
          <Segmented label="Rodzaj posta" options={kinds} value={kind} onChange={setKind} />
          <Field label="Społeczność" error="Musisz być członkiem tej społeczności">
            <Select defaultValue="kolej">{communities.map(([display, name]) => <option key={name} value={name}>{display}</option>)}</Select>
          </Field>
          <Field label="Tytuł" counter={{ value: 304, max: 300 }} error="Tytuł ma najwyżej 300 znaków"><TextInput defaultValue="Kiedy sadzić czosnek?" /></Field>
          <Field label="Treść" optional="(opcjonalnie)" hint="Możesz używać Markdown." counter={{ value: 0, max: 40000 }}><TextArea grow /></Field>
          <div className="upload">
            <Upload size={24} aria-hidden />
            <span>Upuść obraz tutaj albo</span>
            <label className={buttonClass()}><span className="btn__label">Wybierz plik</span><input type="file" accept="image/*" className="visually-hidden" /></label>
            <Progress label="Wysyłanie" value={42}><Button variant="quiet" size="small">Anuluj</Button></Progress>
          </div>
          <Checkbox label="Treść dla dorosłych (NSFW)" hint="Cała społeczność będzie widoczna tylko w wersji dla dorosłych." />
          <div className="form__acts">
            <Button variant="quiet">Anuluj</Button>
            <Button variant="primary" busy busyLabel="Publikuję…">Opublikuj</Button>
          </div>
        </form>
      </div>
    </Frame>
  )
}

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const

export function KitScreen() {
  const [sort, setSort] = useState<SortState>({ key: 'members', direction: 'descending' })
  const [tip, setTip] = useState<string | null>('Wystąpił błąd')

  return (
    <Frame>
      <div className="page-head"><h1 className="page-head__title">Zestaw</h1><span className="page-head__note">przyciski, znaczki, tabela</span></div>
      <div className="sheet sheet__pad form">
        {variants.map(variant => (
          <div className="btn-row" key={variant}>
            <Button variant={variant}>Zwykły</Button>
            <Button variant={variant} disabled>Wyłączony</Button>
            <Button variant={variant} busy>Zajęty</Button>
            <Button variant={variant} size="small">Mały</Button>
          </div>
        ))}
        <div className="btn-row">
          <span className="tag">Członek</span>
          <span className="tag tag--accent">Admin</span>
          <span className="tag tag--danger">NSFW</span>
          <span className="tag tag--warning">oczekuje</span>
          <span className="tag tag--success">rozwiązany</span>
          <Badge count={7} /><Badge count={100} />
          {['ala', 'bob', 'cyd', 'dod', 'ewa', 'fox', 'gil', 'hel'].map(name => <Avatar key={name} name={name} />)}
        </div>
        <Tooltip text={tip} onHide={() => setTip(null)}>
          <Button onClick={() => setTip('Wystąpił błąd')}>Zapisz</Button>
        </Tooltip>
        <Table
          caption="Społeczności"
          columns={[
            { key: 'display', header: 'Nazwa', cell: row => row[0], sortable: true },
            { key: 'name', header: 'Adres', cell: row => `r/${row[1]}` },
            { key: 'members', header: 'Członków', cell: row => row[2].toLocaleString('pl'), end: true, sortable: true },
          ]}
          rows={communities}
          rowKey={row => row[1]}
          sort={sort}
          onSort={setSort}
        />
      </div>
    </Frame>
  )
}

export function DialogScreen() {
  const [open, setOpen] = useState(false)

  return (
    <Frame>
      <div className="page-head"><h1 className="page-head__title">Okno</h1></div>
      <div className="sheet sheet__pad">
        <Button onClick={() => setOpen(true)}>Zgłoś</Button>
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title="Zgłoś post"
          closeLabel="Zamknij"
          footer={<><Button variant="quiet" onClick={() => setOpen(false)}>Anuluj</Button><Button variant="primary">Wyślij zgłoszenie</Button></>}
        >
          <Field label="Powód" error="Podaj powód zgłoszenia" counter={{ value: 0, max: 500 }}><TextArea data-autofocus /></Field>
        </Dialog>
      </div>
    </Frame>
  )
}

export function OverlaysScreen() {
  const toast = useToast()
  const confirm = useConfirm()
  const [answer, setAnswer] = useState('')

  useEffect(() => {
    toast.success('Usunięto pomyślnie')
    toast.error('Musisz się zalogować, aby głosować', { label: 'Zaloguj się', href: '#login' })
    toast.info('Raport rozwiązany')
  }, [toast])

  async function ask() {
    const yes = await confirm({
      title: 'Czy na pewno chcesz usunąć ten post?',
      text: 'Zniknie razem ze 128 komentarzami. Nie da się tego cofnąć.',
      confirmLabel: 'Usuń', cancelLabel: 'Anuluj', danger: true,
    })
    setAnswer(yes ? 'tak' : 'nie')
  }

  return (
    <Frame>
      <div className="page-head"><h1 className="page-head__title">Nakładki</h1></div>
      <div className="sheet sheet__pad form">
        <div className="btn-row">
          <Button variant="danger" onClick={() => void ask()}>Usuń</Button>
          <output>{answer}</output>
        </div>
        <SearchMenu />
      </div>
    </Frame>
  )
}

/** The markup of the search's suggestions: `.suggest` of `.suggest__group` of `.suggest__item`. */
function SearchMenu() {
  return (
    <div className="search-box">
      <Search className="search-box__icon" size={18} aria-hidden />
      <input
        className="input search-box__input"
        type="search"
        aria-label="Szukaj w galerii"
        defaultValue="żółw"
        role="combobox"
        aria-expanded="true"
        aria-controls="suggest"
        aria-activedescendant="suggest-1"
      />
      <div className="suggest" id="suggest" role="listbox" aria-label="Wyniki">
        <div className="suggest__group" role="group" aria-labelledby="suggest-posts">
          <div className="suggest__title" id="suggest-posts">Posty</div>
          <a className="suggest__item" role="option" aria-selected="true" id="suggest-1" href="#p1" tabIndex={-1}>
            <span className="suggest__main">Żółw stepowy: jak zimować?<span className="suggest__note">Mam pytanie do hodowców, bo pierwsza zima przed nami i nie wiem, czy…</span></span>
          </a>
        </div>
        <div className="suggest__group" role="group" aria-labelledby="suggest-users">
          <div className="suggest__title" id="suggest-users">Użytkownicy</div>
          <a className="suggest__item" role="option" aria-selected="false" id="suggest-2" href="#u1" tabIndex={-1}>
            <Avatar name="zolwik" /><span className="suggest__main">u/zolwik</span><span className="suggest__aside">412 karmy</span>
          </a>
        </div>
        <div className="suggest__group" role="group" aria-labelledby="suggest-communities">
          <div className="suggest__title" id="suggest-communities">Społeczności</div>
          <a className="suggest__item" role="option" aria-selected="false" id="suggest-3" href="#r1" tabIndex={-1}>
            <Avatar name="zolwie" square /><span className="suggest__main">r/zolwie</span><span className="suggest__aside">812 członków</span>
          </a>
        </div>
      </div>
    </div>
  )
}
