import type { ComponentType } from 'react'
import { ConfirmProvider } from '#shared/ui/Confirm.tsx'
import { ToastProvider } from '#shared/ui/Toasts.tsx'
import { AdminScreen } from './screens/Admin.tsx'
import { LoginScreen, RegisterScreen } from './screens/Auth.tsx'
import { FeedScreen, LoadingScreen, VisitorScreen } from './screens/Feed.tsx'
import { CommunityScreen, ConversationScreen, ListsScreen, ProfileScreen } from './screens/People.tsx'
import { PostScreen } from './screens/Post.tsx'
import { DialogScreen, FormScreen, KitScreen, OverlaysScreen, StatesScreen } from './screens/States.tsx'

/** Every screen of the gallery by its path. */
export const screens: Record<string, ComponentType> = {
  feed: FeedScreen,
  visitor: VisitorScreen,
  loading: LoadingScreen,
  post: PostScreen,
  login: LoginScreen,
  register: RegisterScreen,
  profile: ProfileScreen,
  community: CommunityScreen,
  lists: ListsScreen,
  conversation: ConversationScreen,
  states: StatesScreen,
  form: FormScreen,
  kit: KitScreen,
  dialog: DialogScreen,
  overlays: OverlaysScreen,
  admin: AdminScreen,
  menu: FeedScreen,
  notifications: FeedScreen,
  confirm: OverlaysScreen,
}

/** One screen with everything that a page has around it. */
export function Gallery({ name }: { name: string }) {
  const Screen = screens[name] ?? FeedScreen
  return (
    <ToastProvider texts={{ region: 'Komunikaty', close: 'Zamknij' }}>
      <ConfirmProvider><Screen /></ConfirmProvider>
    </ToastProvider>
  )
}
