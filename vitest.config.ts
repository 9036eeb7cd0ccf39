import { defineConfig } from 'vitest/config'
import { LongestFirst } from './src/testing/longest-first.ts'

export default defineConfig({
  test: {
    projects: [
      // What is pure needs nothing.
      {
        extends: true,
        test: { name: 'rooms', include: ['src/**/*.test.ts'], exclude: ['src/**/*.integration.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'services',
          include: ['src/**/*.integration.test.ts'],
          globalSetup: ['src/testing/global-setup.ts'],
        },
      },
    ],
    setupFiles: ['src/testing/worker-setup.ts'],
    // For what hangs; on a busy machine what does not may take long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // No module keeps state that a test could leave behind, so a process serves many files.
    isolate: false,
    // Node runs our files as it does outside of tests: nothing is transformed, and what one process has compiled the next need not.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Many tests wait for processes; more of them than cores keep the cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    allowOnly: false,
    passWithNoTests: false,
  },
})
