import { paths } from '#shared/paths.ts'
import type { SiteInfo } from '#site/core/page.ts'

/** The policy's sentence about advertising, by the setting `ads`. */
const ADVERTISING: Record<SiteInfo['ads'], (name: string) => string> = {
  house: (name) =>
    `There are none. The only advertising on ${name} is our own labelled promotion of the site’s own features. ` +
    'It loads nothing from third parties and does not track you.',
  own: (name) =>
    `None of them receives data about you. We show labelled advertisements on ${name} that we place ourselves, ` +
    'by community and day and not by reader. They load nothing from third parties, set no cookie and do not ' +
    'track you; we count views and clicks as sums by day.',
  off: (name) => `There are none: ${name} shows no advertising.`,
}

export function PolicyEn({ site }: { site: SiteInfo }) {
  const mail = <a href={`mailto:${site.support_email}`}>{site.support_email}</a>
  return (
    <>
      <p>
        <strong>Last updated: 24 October 2025</strong>
      </p>
      <p>This policy says what {site.name} knows about you, why, for how long, and what you can do about it.</p>

      <h2>Data we collect</h2>
      <ul>
        <li>
          <strong>Your account:</strong> username, e-mail address, a hash of your password (never the password itself),
          and what you write about yourself.
        </li>
        <li>
          <strong>What you make:</strong> posts, comments, votes, saved posts, communities, reports, and the images and
          videos you upload. We remove location and other hidden data from pictures and videos.
        </li>
        <li>
          <strong>Private messages:</strong> kept until they vanish after the recipient has read them, or after a year
          when they are never read.
        </li>
        <li>
          <strong>Messages to moderators and admins:</strong> kept for two years after the last one. A private message
          that its recipient reports is stored with up to five before it, without pictures and for admins alone, and
          deleted with the report after 90 days.
        </li>
        <li>
          <strong>Notices of illegal content:</strong> what you write in the form and, only if you enter them, your name
          and e-mail address. Admins alone see them; the author of the content never does.
        </li>
        <li>
          <strong>Technical data:</strong> your network address, used for a short time to limit abuse, and one cookie
          each for your session, your language and, on the adult site, your age confirmation. Your browser’s own storage
          keeps your session, your settings and what you have not sent yet.
        </li>
      </ul>
      <p>We do not read your contacts, do not track you on other sites and do not sell data.</p>

      <h2>Who else receives data</h2>
      <p>
        Nobody, with two exceptions. Our e-mail service delivers the messages that we send you. When a member asks the
        AI bot to answer, the post and the comments around the question are sent to the AI provider that we use; private
        messages never are.
      </p>

      <h2>Advertising partners</h2>
      <p>{ADVERTISING[site.ads](site.name)}</p>

      <h2>Your rights under the GDPR</h2>
      <p>
        If you live in the European Economic Area, you may ask for a copy of your data, have it corrected or erased,
        restrict or object to its use, receive it in a portable form, and complain to your supervisory authority. The
        legal bases are the contract with you (your account), our legitimate interest (security), and your consent where
        we ask for it.
      </p>

      <h2>Your rights under the CCPA</h2>
      <p>
        If you live in California, you may know what personal information we hold, have it deleted, and not be
        discriminated against for asking. We do not sell or share personal information.
      </p>

      <h2>Children</h2>
      <p>
        {site.name} is not for children under {site.minimum_age}, and we do not knowingly collect their data. If you
        believe that a child under {site.minimum_age} has an account, write to us and we will remove it. The adult part
        of the site is for people aged 18 or older.
      </p>

      <h2>How long we keep data</h2>
      <p>
        As long as you have an account. When you delete it, your personal data, sessions and messages go; your posts and
        comments stay without your name unless you choose to remove them too. Deleted content is removed for good after
        30 days. What a notice of illegal content says, with the name and address of whoever sent it, is deleted one
        year after its decision; the yearly figures on <a href={paths.transparency()}>moderation</a> keep only numbers.
      </p>

      <h2>Contact</h2>
      <p>Questions, requests and complaints: {mail}.</p>
    </>
  )
}
