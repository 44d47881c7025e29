export type SettingsSearch = {
  /** The setting whose fields are open when the page opens. */
  edit?: string
  /** The step of setting up the club: a setting, or `done`. */
  setup?: string
}

export function readSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  // Not checked here: the list of settings is part of the page.
  return {
    ...(typeof search.edit === 'string' && { edit: search.edit }),
    ...(typeof search.setup === 'string' && { setup: search.setup }),
  }
}
