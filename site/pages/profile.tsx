import { redirect } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { definePage } from '#site/core/page.ts'
import { loadProfile, ProfileView } from '#site/features/users/ProfileView.tsx'

export const page = definePage({
  guard: 'user',
  load: async (args) => {
    if (!args.viewer) throw redirect(paths.login(args.path))
    return loadProfile(args, args.viewer.username)
  },
  meta: ({ profile: { user } }) => ({
    title: `u/${user.username}`,
    canonical: paths.user(user.username),
    noindex: true,
  }),
  View: function OwnProfile({ data }) {
    return (
      <main id="main" tabIndex={-1}>
        <ProfileView key={data.profile.user.id} data={data} />
      </main>
    )
  },
})
