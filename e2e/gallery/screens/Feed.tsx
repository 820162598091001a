import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { posts } from '../content.ts'
import { Frame } from '../parts/Frame.tsx'
import { PostCard, PostCardSkeleton, Promo } from '../parts/Posts.tsx'

const sorts = ['Popularne', 'Najnowsze', 'Najlepsze', 'Kontrowersyjne']

/** The head of a feed: `.page-head`, then `.page-tabs` with links. */
function FeedHead({ selected = 0 }: { selected?: number }) {
  return (
    <>
      <div className="page-head">
        <h1 className="page-head__title">Wszystkie rozmowy</h1>
        <span className="page-head__note">1 284 posty</span>
      </div>
      <nav className="page-tabs" aria-label="Sortowanie">
        <div className="tabs">
          {sorts.map((sort, at) => (
            <a key={sort} className="tabs__tab" href={`?sort=${at}`} aria-current={at === selected ? 'page' : undefined}>{sort}</a>
          ))}
        </div>
      </nav>
    </>
  )
}

const banner = (
  <aside className="banner banner--warning" aria-label="Potwierdzenie adresu">
    <Notice kind="warning" acts={<Button size="small">Wyślij ponownie</Button>}>
      Potwierdź adres: wysłaliśmy link na <strong>kasia@example.org</strong>.
    </Notice>
  </aside>
)

export function FeedScreen() {
  return (
    <Frame>
      <FeedHead />
      <div className="sheet feed">
        {posts.map((post, at) => (
          <div key={post.id}>
            <PostCard post={post} current={at === 1} />
            {at === 3 && <Promo />}
          </div>
        ))}
        <div className="feed-end">
          <Button>Załaduj więcej</Button>
          <p>Wyświetlono 6 z 1284 postów</p>
        </div>
      </div>
    </Frame>
  )
}

export function VisitorScreen() {
  return (
    <Frame signedIn={false} banner={banner}>
      <FeedHead selected={3} />
      <div className="sheet feed">
        {posts.slice(2, 4).map(post => <PostCard key={post.id} post={post} />)}
        <div className="feed-end">
          <strong>To już wszystkie posty!</strong>
          <p>Wyświetlono 2 z 2 postów</p>
        </div>
      </div>
    </Frame>
  )
}

export function LoadingScreen() {
  return (
    <Frame>
      <FeedHead />
      <div className="sheet feed" aria-busy="true">
        <PostCardSkeleton />
        <PostCardSkeleton />
        <PostCardSkeleton />
      </div>
    </Frame>
  )
}
