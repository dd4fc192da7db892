import { bare } from './bare.ts'
import { chisel } from './chisel.ts'
import type { Contestant } from './contestant.ts'
import { createCulvert } from './culvert.ts'
import { direct } from './direct.ts'
import { frpHttp, frpTcp } from './frp.ts'
import { localtunnel } from './localtunnel.ts'
import { rathole } from './rathole.ts'
import { ssh } from './ssh.ts'

/** Everything that can be compared, in the order of the tables. `direct` comes first: it is the base of the ratios. */
export function listContestants(profileFolder: string | undefined): readonly Contestant[] {
  return [
    direct,
    createCulvert({ profileFolder }),
    createCulvert({ profileFolder, inspect: false }),
    createCulvert({ profileFolder, tls: true }),
    bare,
    ssh,
    localtunnel,
    frpTcp,
    frpHttp,
    rathole,
    chisel,
  ]
}
