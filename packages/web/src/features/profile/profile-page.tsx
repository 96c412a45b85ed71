import type { ComponentType } from 'react';

export function ProfilePage({ Orders }: { Orders: ComponentType<{ code?: string }> }) {
  return <Orders />;
}
