import type { StatementProps } from './statement.ts'

export function StatementEn({ name, report, mail }: StatementProps) {
  return (
    <>
      <p>
        Everybody should be able to use {name}: with a screen reader, with the keyboard alone, enlarged, on a slow line
        and without JavaScript. We aim at WCAG 2.2, level AA.
      </p>

      <h2>What works</h2>
      <ul>
        <li>
          Everything can be reached by keyboard, and the focus is always visible. The key “?” lists all shortcuts.
        </li>
        <li>Shortcuts of a single key can be switched off in the same help.</li>
        <li>
          A comment tells a screen reader its author, time, what it answers, its level in the thread, the number of
          replies and your own vote.
        </li>
        <li>
          In a thread, j and k go to the next and previous comment, [ and ] to those on the same level, u to the parent,
          n to the next new one. The menu of each comment has the same ways as links.
        </li>
        <li>Text can be enlarged to 200 percent, and nothing scrolls sideways at a width of 320 pixels.</li>
        <li>Pages follow the system: less motion, more contrast, forced colours.</li>
        <li>An error in a form is described at its field, and what you typed stays.</li>
        <li>Reading and searching work without JavaScript, and so do most forms.</li>
        <li>
          A video can have captions and a description: the description stands below it, the captions are in the player
          and as text on a page of their own.
        </li>
        <li>The light version, linked in the footer, loads no pictures, fonts or scripts.</li>
      </ul>

      <h2>What does not work yet</h2>
      <ul>
        <li>
          Captions and a description of a video are added by its author, who does not have to. A video without captions
          is marked “no captions”.
        </li>
        <li>Videos have no audio description; live streams have neither that nor captions.</li>
        <li>
          Pictures are described by who adds them. Without a description, a screen reader hears the title of the post.
        </li>
        <li>
          Videos and animated pictures of members are not checked for flashes. In lists they move only when you start
          them.
        </li>
        <li>Passkeys, broadcasting, live updates and the panel of the admins need JavaScript.</li>
        <li>
          The language of a post or comment (Polish or English) is recognized by its words. Other languages, very short
          texts, search results and private messages are not marked.
        </li>
      </ul>

      <h2>Is something in your way?</h2>
      <p>
        Tell us the page, what you want to do, and which technology you use.{' '}
        {report !== null && (
          <>
            <a href={report}>Report a barrier to the admins</a>: it arrives in their mailbox, and the answer in your
            messages.{' '}
          </>
        )}
        Without an account, write to <a href={`mailto:${mail}`}>{mail}</a>.
      </p>
    </>
  )
}
