import { isAdult } from './people.ts'
import type { PlannedPost } from './posts.ts'
import type { Step } from './step.ts'
import type { PlannedComment } from './threads.ts'
import { moment, momentOrNull } from './time.ts'
import type { PlannedVote } from './votes.ts'
import type { World } from './world.ts'

type Rows = Pick<Step, 'posts' | 'ranks' | 'comments' | 'votes' | 'saves' | 'postCounts' | 'earnings'>

/** How many direct replies of a comment are shown: those that live, and the deleted ones that replies hang on. */
function repliesInTree(comments: PlannedComment[]): Map<PlannedComment, number> {
  const replies = new Map<PlannedComment, number>()
  // Replies come later than what they answer, so that from the end every comment knows its own.
  for (const comment of comments.toReversed()) {
    const isInTree = comment.deleted_at === null || (replies.get(comment) ?? 0) > 0
    if (comment.parent && isInTree) replies.set(comment.parent, (replies.get(comment.parent) ?? 0) + 1)
  }
  return replies
}

function countVotes(votes: PlannedVote[]): { upvotes: number, downvotes: number } {
  const upvotes = votes.filter((vote) => vote.value === 1).length
  return { upvotes, downvotes: votes.length - upvotes }
}

/** A post with its whole discussion. */
export function discussionRows(world: World): (post: PlannedPost) => Rows {
  const { first, bot, authorId, userId, categoryId, postId, commentId, postVotes, commentVotes } = world
  const replies = repliesInTree(world.comments)
  const commentsOf = Map.groupBy(world.comments, (comment) => comment.post)
  const savesOf = Map.groupBy(world.saves, (save) => save.post)

  function voteRows(target: { post_id: number } | { comment_id: number }, votes: PlannedVote[]): Rows['votes'] {
    return votes.map(({ voter, value, at }) => ({ ...target, user_id: userId(voter), value, created_at: moment(at) }))
  }

  function commentRow(comment: PlannedComment): Rows['comments'][number] {
    return {
      id: commentId(comment), post_id: postId(comment.post), parent_id: comment.parent && commentId(comment.parent), author_id: authorId(comment.author),
      depth: comment.depth, is_nsfw: isAdult(comment.post.community), content: comment.text.replaceAll('@bot', `@${bot.username}`),
      created_at: moment(comment.at), deleted_at: momentOrNull(comment.deleted_at), reply_count: replies.get(comment) ?? 0,
      ...countVotes(commentVotes.get(comment)!),
    }
  }

  return (post) => {
    const comments = commentsOf.get(post) ?? []
    const [id, author_id, category_id, created_at] = [postId(post), authorId(post.author), categoryId(post.community), moment(post.at)]
    const voted = [{ of: post.author, votes: postVotes.get(post)! }, ...comments.map((comment) => ({ of: comment.author, votes: commentVotes.get(comment)! }))]
    return {
      posts: [{
        id, category_id, author_id, created_at, title: post.title, content: post.text, edited_at: momentOrNull(post.edited_at),
        deleted_at: momentOrNull(post.deleted_at), drawing: post.picture && { picture: post.picture, seed: id - first.post },
      }],
      ranks: [{
        post_id: id, category_id, author_id, created_at, is_nsfw: isAdult(post.community), is_listed: post.deleted_at === null,
        comment_count: comments.filter((comment) => comment.deleted_at === null).length, ...countVotes(postVotes.get(post)!),
      }],
      comments: comments.map(commentRow),
      votes: [
        ...voteRows({ post_id: id }, postVotes.get(post)!),
        ...comments.flatMap((comment) => voteRows({ comment_id: commentId(comment) }, commentVotes.get(comment)!)),
      ],
      saves: (savesOf.get(post) ?? []).map(({ saver, at }) => ({ user_id: userId(saver), post_id: id, created_at: moment(at) })),
      postCounts: post.deleted_at === null ? [{ category_id, count: 1 }] : [],
      earnings: voted.filter(({ of }) => !world.isGone(of)).map(({ of, votes }) => ({
        user_id: userId(of), karma: votes.reduce((sum, vote) => sum + vote.value, 0), wpoints: 0,
      })),
    }
  }
}
