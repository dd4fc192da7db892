import { z } from 'zod'
import { defineJob } from '../../platform/jobs/rules.ts'

/** The next step of one certificate. */
export const advanceJob = defineJob({ name: 'certificates.advance', payload: z.object({ certificateId: z.string() }) })

const cause = z.object({
  names: z.array(z.string()).readonly().optional(),
  domainIds: z.array(z.string()).readonly().optional(),
  gatewayIds: z.array(z.string()).readonly().optional(),
  accountId: z.string().optional(),
})

/** A reason why the names that are to have certificates may have changed. */
export type Cause = z.infer<typeof cause>

/** Determines which of some names are to have certificates, after a change to something that decides it. */
export const reconcileJob = defineJob({
  name: 'certificates.settle',
  payload: cause.extend({
    /** Whether all names are checked. */
    all: z.boolean().optional(),
  }),
})
