import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import type { AdminPost } from '#shared/api/admin.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { useAdmin } from '../../kit/context.ts'
import type { DataColumn } from '../../kit/useSortedTable.ts'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { Timestamp } from '../../kit/Timestamp.tsx'

type Choose = (ids: readonly number[], isChosen: boolean) => void

type Options = {
  chosen: ReadonlySet<number>
  choose: Choose
  isRemoving: (id: number) => boolean
  onRemove: (post: AdminPost) => void
}

export function usePostColumns({ chosen, choose, isRemoving, onRemove }: Options): DataColumn<AdminPost>[] {
  const { t, lang } = useAdmin()
  return [
    {
      key: 'choose',
      header: t.posts.choose,
      hideHeader: true,
      cell: (post) => <ChooseBox post={post} isChosen={chosen.has(post.id)} onChange={choose} />,
    },
    { key: 'title', header: t.posts.title, sortBy: ({ title }) => title, cell: (post) => <Title post={post} /> },
    { key: 'content', header: t.posts.content, cell: ({ content }) => <div className="table__text">{content}</div> },
    {
      key: 'author',
      header: t.posts.author,
      sortBy: ({ author }) => author?.username.toLowerCase() ?? '',
      cell: ({ author }) =>
        author ? (
          <SiteLink path={paths.user(author.username)}>{author.username}</SiteLink>
        ) : (
          <span className="cell--null">{t.posts.deletedAuthor}</span>
        ),
    },
    {
      key: 'category',
      header: t.posts.category,
      sortBy: ({ category }) => category.name,
      cell: ({ category }) => (
        <SiteLink path={paths.category(category.name)} isNsfw={category.is_nsfw}>
          r/{category.name}
        </SiteLink>
      ),
    },
    {
      key: 'upvotes',
      header: t.posts.upvotes,
      end: true,
      sortBy: ({ upvotes }) => upvotes,
      cell: ({ upvotes }) => formatNumber(lang, upvotes),
    },
    {
      key: 'downvotes',
      header: t.posts.downvotes,
      end: true,
      sortBy: ({ downvotes }) => downvotes,
      cell: ({ downvotes }) => formatNumber(lang, downvotes),
    },
    {
      key: 'date',
      header: t.posts.date,
      sortBy: ({ created_at }) => created_at,
      cell: ({ created_at }) => <Timestamp at={created_at} />,
    },
    {
      key: 'actions',
      header: t.kit.actions,
      hideHeader: true,
      end: true,
      pinned: true,
      cell: (post) => (
        <IconButton
          label={t.posts.remove(post.title)}
          icon={<Icon of={Trash2} size={18} />}
          aria-disabled={isRemoving(post.id) || undefined}
          onClick={() => onRemove(post)}
        />
      ),
    },
  ]
}

type ChooseBoxProps = { post: AdminPost; isChosen: boolean; onChange: Choose }

function ChooseBox({ post: { id, title }, isChosen, onChange }: ChooseBoxProps) {
  const { t } = useAdmin()
  return (
    <label className="table__choose">
      <input
        type="checkbox"
        aria-label={t.posts.chooseOne(title)}
        checked={isChosen}
        onChange={(event) => onChange([id], event.target.checked)}
      />
    </label>
  )
}

function Title({ post: { id, title, category } }: { post: AdminPost }) {
  const { t } = useAdmin()
  return (
    <div className="table__title">
      <SiteLink path={paths.post(id)} isNsfw={category.is_nsfw}>
        {title}
      </SiteLink>
      {category.is_nsfw && <span className="tag tag--danger">{t.posts.nsfw}</span>}
    </div>
  )
}
