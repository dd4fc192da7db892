import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.css'
import { useState } from 'react'
import { Tag } from '../../ui/Tag.tsx'
import { detectSystem } from './detect-system.ts'
import classes from './InstallGuide.module.css'
import { SystemSteps } from './SystemSteps.tsx'
import { systems } from './systems.ts'

/** Shows how to install the agent, by operating system; the reader's own is opened. */
export function InstallGuide({ brief }: { brief?: boolean }) {
  const [detected] = useState(() => detectSystem(navigator))
  return (
    <Tabs
      defaultValue={detected ?? 'linux'}
      keepMounted={false}
      classNames={{ tab: classes.tab, panel: classes.panel }}
    >
      <Tabs.List aria-label="Operating system">
        {systems.map(({ value, name }) => (
          <Tabs.Tab key={value} value={value}>
            <span className={classes.name}>
              {name}
              {value === detected && <Tag tone="accent">Detected</Tag>}
            </span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {systems.map((guide) => (
        <Tabs.Panel key={guide.value} value={guide.value}>
          <SystemSteps guide={guide} brief={brief} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
