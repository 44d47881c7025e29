export type SettingsSearch = {
  /** The setting whose fields are open when the page opens. */
  edit?: string
  /** The step of setting up the club: a setting, or `done`. */
  setup?: string
  /** The email to members whose preview is open when the page opens. */
  preview?: 'week' | 'remind'
}

export function readSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  // Not checked here: the list of settings is part of the page.
  return {
    ...(typeof search.edit === 'string' && { edit: search.edit }),
    ...((search.preview === 'week' || search.preview === 'remind') && { preview: search.preview }),
    ...(typeof search.setup === 'string' && { setup: search.setup }),
  }
}
