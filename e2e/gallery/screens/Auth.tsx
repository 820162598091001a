import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Meter } from '#shared/ui/Meter.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { PasswordInput } from '#shared/ui/PasswordInput.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { Frame } from '../parts/Frame.tsx'

const eye = { showLabel: 'Pokaż hasło', hideLabel: 'Ukryj hasło' }
const rules = [['8 znaków', true], ['wielka litera', true], ['mała litera', true], ['cyfra', false]] as const

/** The markup of the few-line pages: `.layout--narrow`, in it `.sheet.auth` with `.auth__head`, `.form`, `.auth__foot`. */
export function LoginScreen() {
  return (
    <Frame signedIn={false} narrow>
      <div className="sheet auth">
        <header className="auth__head">
          <h1 className="auth__title">Witaj ponownie</h1>
          <p className="auth__lead">Zaloguj się na swoje konto</p>
        </header>
        <Notice>Musisz być zalogowany, aby uzyskać dostęp do tej strony</Notice>
        <form className="form" onSubmit={event => event.preventDefault()}>
          <Field label="Nazwa użytkownika"><TextInput name="username" autoComplete="username" /></Field>
          <Field label="Hasło" error="Nieprawidłowa nazwa użytkownika lub hasło.">
            <PasswordInput {...eye} name="password" autoComplete="current-password" defaultValue="Demo1234" />
          </Field>
          <div className="auth__between">
            <Checkbox label="Zapamiętaj mnie (30 dni)" name="remember_me" defaultChecked />
            <a className="auth__link" href="#forgot">Nie pamiętasz hasła?</a>
          </div>
          <Button variant="primary" size="large" wide type="submit">Zaloguj się</Button>
        </form>
        <p className="auth__foot">Pierwszy raz tutaj? <a className="auth__link" href="#register">Zarejestruj się</a></p>
      </div>
    </Frame>
  )
}

export function RegisterScreen() {
  return (
    <Frame signedIn={false} narrow>
      <div className="sheet auth">
        <header className="auth__head">
          <h1 className="auth__title">Załóż konto</h1>
          <p className="auth__lead">Głosuj, pisz i odpowiadaj.</p>
        </header>
        <form className="form" onSubmit={event => event.preventDefault()}>
          <Field label="Nazwa użytkownika" error="Ta nazwa użytkownika jest zajęta. Wybierz inną." hint="3–30 liter, cyfr i podkreśleń">
            <TextInput name="username" autoComplete="username" defaultValue="Konstantynopolitanczykowianeczka" />
          </Field>
          <Field label="E-mail" hint="Wyślemy na niego link, ważny 24 godziny.">
            <TextInput type="email" name="email" autoComplete="email" />
          </Field>
          <div className="field">
            <Field label="Hasło">
              <PasswordInput {...eye} name="password" autoComplete="new-password" defaultValue="Chrząszcz" />
            </Field>
            <Meter label="Siła hasła" value={75} text="Dobre" />
            <ul className="rules">
              {rules.map(([rule, met]) => (
                <li key={rule} className={met ? 'rules__item rules__item--met' : 'rules__item'}>
                  {met ? <Check size={14} aria-hidden /> : <Circle size={14} aria-hidden />}{rule}
                </li>
              ))}
            </ul>
          </div>
          <Field label="Powtórz hasło"><PasswordInput {...eye} name="confirmation" autoComplete="new-password" /></Field>
          <Button variant="primary" size="large" wide type="submit" disabled>Zarejestruj się</Button>
        </form>
        <p className="auth__foot">Masz już konto? <a className="auth__link" href="#login">Zaloguj się</a></p>
      </div>
    </Frame>
  )
}
