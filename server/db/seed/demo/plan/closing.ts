import { communities } from '../communities.ts'
import type { CommunityName } from '../content.ts'
import type { Picture } from '../pictures/scenes.ts'
import { streams } from '../streams.ts'
import { planMessages } from './messages.ts'
import type { PlannedReport } from './reports.ts'
import type { Step } from './step.ts'
import { DAY, HOUR, moment, momentOrNull } from './time.ts'
import type { World } from './world.ts'

const ICONS: Record<CommunityName, Picture> = {
  polska: 'city-day', kuchnia: 'bread', programowanie: 'terminal', gory: 'mountains-dusk', kultura: 'bookshelf', ogrod: 'plants', zwierzaki: 'dog',
  finanse: 'chart-pie', homelab: 'rack', rozmowy_18: 'sea', zwiazki_18: 'city-night', humor_18: 'abstract-circles',
}

/** What needs everything else to be there. */
export function closingRows(world: World): Pick<Step, 'reports' | 'messages' | 'streams' | 'icons'> {
  const { now, first, reports, userId, categoryId, postId, commentId, reportId } = world
  const scopeOf = ({ post, comment }: PlannedReport) => {
    const about = comment?.post ?? post
    return about && categoryId(about.community)
  }
  return {
    reports: reports.map((report) => ({
      id: reportId(report), reporter_id: userId(report.by), post_id: report.post && postId(report.post),
      comment_id: report.comment && commentId(report.comment), category_id: report.community && categoryId(report.community),
      scope_category_id: scopeOf(report), reason: report.reason, status: report.status, created_at: moment(report.at), resolved_at: momentOrNull(report.resolved_at),
    })),
    messages: planMessages(now).map(({ from, to, content, at, read_at }, index) => ({
      id: first.message + index, sender_id: userId(from), recipient_id: userId(to), content, created_at: moment(at), read_at: momentOrNull(read_at),
    })),
    streams: streams.map(({ by, title, description, url, daysAgo, hours }, index) => {
      const at = now - daysAgo * DAY
      return {
        id: first.stream + index, user_id: userId(by), title, description, url, is_live: hours === undefined, created_at: moment(at),
        ended_at: hours === undefined ? null : moment(at + hours * HOUR),
      }
    }),
    icons: communities.map(({ name, creator }, index) => ({
      category_id: categoryId(name), user_id: userId(creator), drawing: { picture: ICONS[name], seed: 900 + index },
    })),
  }
}
