/** The `applicationCategory` values of schema.org, each with the categories of this directory. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  BusinessApplication: ['business', 'marketing', 'productivity', 'research', 'data', 'writing'],
  CommunicationApplication: ['communication', 'social-media'],
  DesignApplication: ['design', 'art-and-design', 'creative', 'dalle'],
  DeveloperApplication: ['programming'],
  EducationalApplication: ['education', 'language'],
  EntertainmentApplication: ['entertainment', 'fun'],
  FinanceApplication: ['finance', 'law-and-money'],
  GameApplication: ['games'],
  HealthApplication: ['health', 'health-and-fitness'],
  LifestyleApplication: ['lifestyle', 'food-and-drink'],
  MultimediaApplication: ['music', 'video'],
  SecurityApplication: ['cybersecurity'],
  ShoppingApplication: ['shopping'],
  SportsApplication: ['sports'],
  TravelApplication: ['travel'],
};

/** Returns the `applicationCategory` of a GPT, by the first of its categories that has one. */
export function applicationCategory(categories: readonly string[]): string {
  const known = Object.entries(kinds);
  for (const category of categories) {
    const kind = known.find(([, members]) => members.includes(category))?.[0];
    if (kind !== undefined) return kind;
  }
  return 'UtilitiesApplication';
}
