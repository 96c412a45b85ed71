/** Groups of questions, in the order in which they are shown; others are listed under `other`. */
export const topics = ['account', 'trading', 'money', 'products', 'identity', 'other'] as const;
export type Topic = (typeof topics)[number];

export function topicOf({ topic }: { topic: string | null }): Topic {
  return topics.find((name) => name === topic) ?? 'other';
}
