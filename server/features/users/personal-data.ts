import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { user } from './table.ts'

export const usersData = {
  exported: {
    account: {
      explained: {
        pl: 'konto: nazwa, adres e-mail, opis, ustawienia, karma i punkty',
        en: 'the account: name, e-mail address, text about you, settings, karma and points',
      },
      owners: [user.id],
      fields: pick(
        user,
        'id',
        'username',
        'email',
        'email_verified',
        'bio',
        'avatar_url',
        'language',
        'message_policy',
        'home_feed',
        'is_admin',
        'is_unclaimed',
        'karma',
        'wpoints',
        'trust_level',
        'active_days',
        'follower_count',
        'following_count',
        'created_at',
      ),
      order: [user.id],
      leftOut: ['password_hash'],
    },
  },
} satisfies PersonalData
