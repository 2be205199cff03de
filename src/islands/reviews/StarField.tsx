import { highestRating, lowestRating } from '#domain/reviews/reviews.ts';
import { useText } from '#islands/shared/text.tsx';

const choices = Array.from(
  { length: highestRating - lowestRating + 1 },
  (_, index) => lowestRating + index,
);

type Props = {
  rating: number;
  describedBy: string;
  onChoose: (rating: number) => void;
};

/** One to five stars as radio buttons, so that arrow keys choose and screen readers read each number. */
export function StarField({ rating, describedBy, onChoose }: Props) {
  const { t } = useText();
  return (
    <fieldset aria-describedby={describedBy}>
      <legend className="text-14 font-medium">{t('reviews.own.rating')}</legend>
      <div className="star-choices">
        {choices.map((choice) => (
          <label key={choice} title={t('reviews.own.stars', { count: choice })}>
            <input
              type="radio"
              name="rating"
              className="sr-only"
              value={choice}
              checked={choice === rating}
              onChange={() => onChoose(choice)}
              aria-label={t('reviews.own.stars', { count: choice })}
            />
            <span aria-hidden="true">★</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
