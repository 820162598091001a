import type { ReactNode } from 'react'
import type { Standing } from '#shared/api/categories.ts'
import type { Category } from '#shared/api/shapes.ts'
import { CategoryPicker } from './CategoryPicker.tsx'
import { JoinFirst } from './JoinFirst.tsx'

type CategoryChoiceProps = {
  category: Category | null
  onCategory: (category: Category | null) => void
  error: string | undefined
  /** The category of the address, with what the viewer is there. */
  preselected: Category | null
  standing: Standing | null
  /** The server refused the category, because the viewer is no member. */
  isRefused: boolean
  children?: ReactNode
}

/** The community picker of a post, with a notice to non-members that they must join first. */
export function CategoryChoice(props: CategoryChoiceProps) {
  const { category, onCategory, error, preselected, standing, isRefused, children } = props
  return (
    <>
      <CategoryPicker category={category} onCategory={onCategory} error={error} />
      {children}
      {category && (
        <JoinFirst
          key={category.id}
          category={category}
          known={category.id === preselected?.id ? standing : null}
          refused={isRefused}
        />
      )}
    </>
  )
}
