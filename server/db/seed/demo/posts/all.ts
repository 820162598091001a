import type { CommunityName, Post, Remarks, Sparks } from '../content.ts'
import * as adultRemarks from '../remarks/adult.ts'
import { finanse as finanseRemarks } from '../remarks/finanse.ts'
import { gory as goryRemarks } from '../remarks/gory.ts'
import { homelab as homelabRemarks } from '../remarks/homelab.ts'
import { kuchnia as kuchniaRemarks } from '../remarks/kuchnia.ts'
import { kultura as kulturaRemarks } from '../remarks/kultura.ts'
import { ogrod as ogrodRemarks } from '../remarks/ogrod.ts'
import { polska as polskaRemarks } from '../remarks/polska.ts'
import { programowanie as programowanieRemarks } from '../remarks/programowanie.ts'
import { zwierzaki as zwierzakiRemarks } from '../remarks/zwierzaki.ts'
import * as adultSparks from '../sparks/adult.ts'
import { finanse as finanseSparks } from '../sparks/finanse.ts'
import { gory as gorySparks } from '../sparks/gory.ts'
import { homelab as homelabSparks } from '../sparks/homelab.ts'
import { kuchnia as kuchniaSparks } from '../sparks/kuchnia.ts'
import { kultura as kulturaSparks } from '../sparks/kultura.ts'
import { ogrod as ogrodSparks } from '../sparks/ogrod.ts'
import { polska as polskaSparks } from '../sparks/polska.ts'
import { programowanie as programowanieSparks } from '../sparks/programowanie.ts'
import { zwierzaki as zwierzakiSparks } from '../sparks/zwierzaki.ts'
import { finanse } from './finanse.ts'
import { gory } from './gory.ts'
import { homelab } from './homelab.ts'
import { humor } from './humor.ts'
import { kuchnia } from './kuchnia.ts'
import { kultura } from './kultura.ts'
import { ogrod } from './ogrod.ts'
import { polska } from './polska.ts'
import { programowanie } from './programowanie.ts'
import { rozmowy } from './rozmowy.ts'
import { zwiazki } from './zwiazki.ts'
import { zwierzaki } from './zwierzaki.ts'

/** What is written in each community: whole posts, the cores of short ones, and what is said under any of them. */
export const writings: Record<CommunityName, { posts: Post[], sparks: Sparks, remarks: Remarks }> = {
  polska: { posts: polska, sparks: polskaSparks, remarks: polskaRemarks },
  kuchnia: { posts: kuchnia, sparks: kuchniaSparks, remarks: kuchniaRemarks },
  programowanie: { posts: programowanie, sparks: programowanieSparks, remarks: programowanieRemarks },
  gory: { posts: gory, sparks: gorySparks, remarks: goryRemarks },
  kultura: { posts: kultura, sparks: kulturaSparks, remarks: kulturaRemarks },
  ogrod: { posts: ogrod, sparks: ogrodSparks, remarks: ogrodRemarks },
  zwierzaki: { posts: zwierzaki, sparks: zwierzakiSparks, remarks: zwierzakiRemarks },
  finanse: { posts: finanse, sparks: finanseSparks, remarks: finanseRemarks },
  homelab: { posts: homelab, sparks: homelabSparks, remarks: homelabRemarks },
  rozmowy_18: { posts: rozmowy, sparks: adultSparks.rozmowy, remarks: adultRemarks.rozmowy },
  zwiazki_18: { posts: zwiazki, sparks: adultSparks.zwiazki, remarks: adultRemarks.zwiazki },
  humor_18: { posts: humor, sparks: adultSparks.humor, remarks: adultRemarks.humor },
}
