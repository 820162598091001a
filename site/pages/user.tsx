import { paths } from '#shared/paths.ts'
import { textsFor } from '#shared/texts.ts'
import { definePage } from '#site/core/page.ts'
import { loadProfile, ProfileView } from '#site/features/users/ProfileView.tsx'

export const page = definePage({
  load: (args) => loadProfile(args, args.params.username!),
  meta: ({ profile: { user } }, { t, site }) => ({
    title: `u/${user.username}`,
    description: user.bio || textsFor(t.lang, 'users').description(user.username, site.name),
    canonical: paths.user(user.username),
    type: 'profile',
    structured: {
      '@type': 'ProfilePage',
      dateCreated: user.created_at,
      mainEntity: { '@type': 'Person', name: user.username, ...(user.bio !== '' && { description: user.bio }) },
    },
  }),
  View: function User({ data }) {
    return (
      <main id="main" tabIndex={-1}>
        <ProfileView key={data.profile.user.id} data={data} />
      </main>
    )
  },
})
