import { type Dispatch, useEffect, useMemo, useReducer, useRef } from "react";
import type { DemoCopy } from "../../copy/copy.ts";
import { createTourReducer, INITIAL_TOUR, type Tour, type TourAction, type TourWords } from "./tour.ts";
import { messagesBetween, postToHost } from "./tourMessages.ts";

/** What each part of the demo shows, and how it changes that. */
export interface TourProps {
  copy: DemoCopy;
  tour: Tour;
  dispatch: Dispatch<TourAction>;
}

/** The walk's state; each change of it is told to the page around the demo. */
export function useTour(copy: DemoCopy) {
  const reducer = useMemo(() => createTourReducer(wordsOf(copy)), [copy]);
  const [tour, dispatch] = useReducer(reducer, INITIAL_TOUR);
  const told = useRef(tour);
  useEffect(() => {
    for (const message of messagesBetween(told.current, tour)) postToHost(message);
    told.current = tour;
  }, [tour]);
  return { tour, dispatch };
}

/** The words that the demo writes when it does a step for the visitor. */
function wordsOf({ list, samples }: DemoCopy): TourWords {
  return { list: list.suggestion, task: list.taskSuggestion, samples };
}
