import { sql } from 'drizzle-orm'
import { deleteRowsOf, pick, type PersonalData } from '#server/db/personal-data.ts'
import { post } from '../posts/table.ts'
import { pollOption, pollVote } from './table.ts'

export const pollsData = {
  exported: {
    poll_options: {
      explained: {
        pl: 'odpowiedzi w Twoich ankietach i liczba głosów; trwającej ankiety tylko po oddaniu w niej głosu',
        en: 'the answers of your polls, with their votes; those of an open poll only where you voted in it',
      },
      owners: [post.author_id],
      // As on the site, the vote counts of an open poll are visible only to members who voted.
      fields: sql`${pick(pollOption, 'post_id', 'text')}, case when ${post.poll_closes_at} > now()
        and own_vote.user_id is null then null else ${pollOption.votes} end as votes`,
      joins: sql`join ${pollOption} on ${pollOption.post_id} = ${post.id}
        left join ${pollVote} own_vote on own_vote.post_id = ${post.id} and own_vote.user_id = ${post.author_id}`,
      order: [post.id, pollOption.id],
    },
    poll_votes: {
      explained: { pl: 'Twoje głosy w ankietach', en: 'your votes in polls' },
      owners: [pollVote.user_id],
      fields: sql`${pick(pollVote, 'post_id', 'created_at')}, ${pollOption.text} as option`,
      joins: sql`join ${pollOption} on ${pollOption.id} = ${pollVote.option_id}`,
      order: [pollVote.post_id],
    },
  },
  deletedRows: [deleteRowsOf(pollVote.user_id)],
} satisfies PersonalData
