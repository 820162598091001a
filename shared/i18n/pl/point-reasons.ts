export const pointReasons = {
  post: 'Nowy post',
  comment: 'Nowy komentarz',
  upvote: 'Głos w górę od innej osoby',
  downvote: 'Głos w dół od innej osoby',
  community: 'Nowa społeczność',
  post_reversed: 'Usunięty post',
  comment_reversed: 'Usunięty komentarz',
  upvote_reversed: 'Wycofany głos w górę',
  downvote_reversed: 'Wycofany głos w dół',
  removal: 'Treść usunięta przez moderatorów',
  removal_reversed: 'Treść przywrócona przez moderatorów',
  community_reversed: 'Usunięta społeczność',
}
