import type { Category } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { iconOf } from '#shared/rules/media-url.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { useSite } from '#site/core/site-context.tsx'

export function CategoryRow({ category }: { category: Category }) {
  const { t, lang } = useSite()
  return (
    <li className="row">
      <Avatar name={category.name} size="m" square src={iconOf(category.icon_url)} />
      <div>
        <h2 className="row__title">
          <a href={paths.category(category.name)}>{category.display_name}</a>
        </h2>
        <p className="row__text">
          r/{category.name}
          {category.description !== '' && ` · ${category.description}`}
        </p>
      </div>
      <span className="row__end">
        {formatNumber(lang, category.member_count)} {t.categories.members}
      </span>
    </li>
  )
}
